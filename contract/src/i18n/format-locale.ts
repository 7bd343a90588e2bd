import type { Locale } from './locale.ts';

/**
 * The regions whose English every server and browser knows. Newer versions of `Intl` know more; with this list, a page
 * reads the same wherever it is rendered.
 */
const englishRegions =
  /-(AE|AG|AI|AS|AT|AU|BB|BE|BI|BM|BS|BW|BZ|CA|CC|CH|CK|CM|CX|CY|DE|DG|DK|DM|ER|FI|FJ|FK|FM|GB|GD|GG|GH|GI|GM|GU|GY|HK|IE|IL|IM|IN|IO|JE|JM|KE|KI|KN|KY|LC|LR|LS|MG|MH|MO|MP|MS|MT|MU|MW|MY|NA|NF|NG|NL|NR|NU|NZ|PG|PH|PK|PN|PR|PW|RW|SB|SC|SD|SE|SG|SH|SI|SL|SS|SX|SZ|TC|TK|TO|TT|TV|TZ|UG|UM|US|VC|VG|VI|VU|WS|ZA|ZM|ZW)$/;
/** Other regions whose clocks have 12 hours. */
const twelveHourRegions =
  /-(419|AL|AR|BD|BH|BN|BO|BT|CL|CO|CR|CU|DJ|DO|DZ|EC|EG|EH|ET|GR|GT|HN|IQ|JO|KH|KP|KR|KW|LB|LY|MR|MX|NH|NI|OM|PA|PE|PS|PY|QA|SA|SO|SV|SY|TD|TN|TW|UY|VE|YE)$/;
const sundayRegions =
  /-(AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|IS|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;
const saturdayRegions = /-(AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;

function firstDay(locale: Locale): string {
  if (sundayRegions.test(locale)) return 'sun';
  if (saturdayRegions.test(locale)) return 'sat';
  return locale.endsWith('-MV') ? 'fri' : 'mon';
}

/**
 * Returns the tag to format with: `en-US-u-fw-sun`, with the day that weeks begin with. For a region without its own
 * English, `Intl` would write dates and times as in the United States; international English with the clock of the region
 * is closer: `3 Jul 2026, 18:05`. Browsers get the tag from the page, so that they format as the server did.
 */
export function toFormatLocale(locale: Locale): string {
  const week = `-u-fw-${firstDay(locale)}`;
  if (!locale.startsWith('en-') || englishRegions.test(locale)) return locale + week;
  return twelveHourRegions.test(locale) ? `en-001${week}` : `en-001${week}-hc-h23`;
}
