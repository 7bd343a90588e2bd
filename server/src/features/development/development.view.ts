import { escapeHtml } from '#server/platform/text/escape-html.ts';
import type { DemoPersonRow } from './development.queries.ts';

const styles = `
:root { color-scheme: light dark; --page: #f4f4f2; --card: #fff; --text: #292524; --quiet: #6b6560; --line: #e2dfdb; --link: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --page: #171614; --card: #211f1d; --text: #f2efec; --quiet: #aaa39c; --line: #3a3633; --link: #5eead4; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 32px 16px 64px; background: var(--page); color: var(--text); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 40px 0 12px; padding-left: 12px; border-left: 5px solid var(--accent); }
h2 small { color: var(--quiet); font-weight: 400; font-size: 14px; }
p { margin: 0; color: var(--quiet); }
ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr)); gap: 12px; }
form { height: 100%; }
button { display: flex; gap: 12px; align-items: center; width: 100%; height: 100%; padding: 12px; text-align: left; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 12px; cursor: pointer; }
button:hover { border-color: var(--link); }
button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
button > span { min-width: 0; }
img, .blank { flex: none; width: 48px; height: 48px; border-radius: 50%; background: var(--line); }
.blank { display: grid; place-items: center; font-weight: 600; }
strong { display: block; font-weight: 600; }
small { color: var(--quiet); font-size: 13px; line-height: 1.35; }
button small { display: block; }
.role { display: inline-block; margin-left: 6px; padding: 0 7px; border: 1px solid var(--line); border-radius: 99px; font-size: 12px; font-weight: 500; color: var(--quiet); }
`;

function initialsOf(name: string): string {
  const parts = name.split(' ');
  return [parts[0], parts.length > 1 ? parts.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

function personEntry(row: DemoPersonRow): string {
  const avatar = row.avatar_url
    ? `<img src="${escapeHtml(row.avatar_url)}" alt="" width="48" height="48" loading="lazy">`
    : `<span class="blank" aria-hidden="true">${escapeHtml(initialsOf(row.full_name))}</span>`;
  const role = row.role === 'member' ? '' : `<span class="role">${row.role}</span>`;
  return `<li><form method="post" action="/dev/people"><input type="hidden" name="user_id" value="${row.user_id}"><input type="hidden" name="subdomain" value="${escapeHtml(row.subdomain)}"><button>${avatar}<span><strong>${escapeHtml(row.full_name)}${role}</strong><small>${escapeHtml(row.bio ?? '')}</small></span></button></form></li>`;
}

/** Renders all demo people by space. Clicking one signs in as that person in that space. */
export function peoplePage(rows: DemoPersonRow[], brand: string): string {
  const spaces = Map.groupBy(rows, (row) => row.subdomain);
  const sections = [...spaces.values()].map((members) => {
    const [first] = members;
    if (!first) return '';
    const kind = first.is_private ? 'private' : 'public';
    return `<section style="--accent: ${escapeHtml(first.primary_color)}"><h2>${escapeHtml(first.space_name)} <small>${kind} · ${members.length} people</small></h2><ul>${members.map(personEntry).join('')}</ul></section>`;
  });
  const empty = '<p>There is no demo data. It’s created when the server starts with an empty database.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="/favicon.svg"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo people · ${escapeHtml(brand)}</title><style>${styles}</style></head>
<body><main><h1>Demo people</h1><p>Choose a person to sign in as them in that space. For local development only.</p>${sections.join('') || empty}</main></body></html>`;
}
