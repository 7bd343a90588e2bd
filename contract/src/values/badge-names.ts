import { type Message, msg, t } from '../i18n/translate.ts';

/** The names and descriptions of badges in the catalog, by code. The database has them in English. */
const badges: Record<string, { name: Message; description: Message }> = {
  first_post: { name: msg('First post'), description: msg('Wrote a first post') },
  first_comment: { name: msg('First comment'), description: msg('Wrote a first comment') },
  ten_likes: { name: msg('Ten likes'), description: msg('Received ten likes from others') },
  early_member: {
    name: msg('Early member'),
    description: msg('Was among the first 100 members of a space'),
  },
  first_course: { name: msg('First course'), description: msg('Finished a first course') },
  one_year: { name: msg('One year'), description: msg('Has been a member of a space for a year') },
};

const find = (code: string) => (Object.hasOwn(badges, code) ? badges[code] : undefined);

/** Returns the name of a badge in the reader's language; its name in the database for one that isn't in the catalog. */
export function badgeName({ code, name }: { code: string; name: string }): string {
  const badge = find(code);
  return badge ? t(badge.name) : name;
}

/** Returns the description of a badge like `badgeName` returns its name. */
export function badgeDescription({ code, description }: { code: string; description: string }): string {
  const badge = find(code);
  return badge ? t(badge.description) : description;
}
