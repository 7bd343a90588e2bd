import { compareNames, languageName } from '#contract/i18n/names.ts';

/** The languages that are offered for captions. */
export const captionLanguages =
  'ar bg bn bs ca cs da de el en en-GB en-US es es-MX et fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mr ms my nb ne nl pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-Hans zh-Hant'.split(
    ' ',
  );

/** Returns the languages that are offered for captions, by name. */
export const listLanguages = (): { value: string; label: string }[] =>
  captionLanguages
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => compareNames(a.label, b.label));
