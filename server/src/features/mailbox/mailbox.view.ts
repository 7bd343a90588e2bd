import { escapeHtml } from '#server/platform/text/escape-html.ts';
import type { MailboxEntry, MailboxMessage } from './mailbox.queries.ts';

const refreshSeconds = 3;

const styles = `
:root { color-scheme: light dark; --page: #f4f4f2; --card: #fff; --text: #292524; --quiet: #6b6560; --line: #e2dfdb; --link: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --page: #171614; --card: #211f1d; --text: #f2efec; --quiet: #aaa39c; --line: #3a3633; --link: #5eead4; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 32px 16px 64px; background: var(--page); color: var(--text); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; justify-content: space-between; margin-bottom: 16px; }
h1 { font-size: 24px; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 32px 0 8px; }
p { margin: 0 0 16px; color: var(--quiet); }
a { color: var(--link); overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
ul, .card { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.card { padding: 24px; }
li + li { border-top: 1px solid var(--line); }
li a { display: block; padding: 14px 20px; color: inherit; text-decoration: none; }
li a:hover { background: var(--page); }
li a:focus-visible { outline-offset: -2px; border-radius: 12px; }
li strong { display: block; font-weight: 600; }
li span, time { color: var(--quiet); font-size: 14px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0; font-size: 14px; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, monospace; }
`;

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${styles}</style></head>
<body><main>${body}</main></body></html>`;
}

function timeOf(at: string): string {
  return `<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`;
}

/** Escapes plain text and turns its web addresses into links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('');
}

/** Renders the list of emails; with `refreshing` the page reloads itself every few seconds. */
export function listPage(emails: MailboxEntry[], brand: string, refreshing: boolean): string {
  const entries = emails.map(
    ({ id, subject, recipient, created_at }) =>
      `<li><a href="/dev/mail/${id}"><strong>${escapeHtml(subject)}</strong><span>To ${escapeHtml(recipient)} · ${timeOf(created_at)}</span></a></li>`,
  );
  const list =
    entries.length > 0
      ? `<ul aria-label="Emails, newest first">${entries.join('')}</ul>`
      : `<div class="card">No emails yet. Request a password reset to see one here.</div>`;
  const refresh = refreshing
    ? `<a href="/dev/mail">Stop refreshing</a>`
    : `<a href="/dev/mail?refresh=on">Refresh automatically</a>`;
  return page(
    `Mailbox · ${brand}`,
    `<header><h1>Mailbox</h1>${refresh}</header>
<p>No mail server is configured, so ${escapeHtml(brand)} collects its emails here.</p>${list}`,
    refreshing ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : '',
  );
}

/** Renders an email: its addresses, how it looks, and its plain text with working links. */
export function mailboxPage(message: MailboxMessage, brand: string): string {
  const framed = escapeHtml(`<base target="_blank">${message.html}`);
  return page(
    `${message.subject} · ${brand}`,
    `<header><h1>${escapeHtml(message.subject)}</h1><a href="/dev/mail">Back to mailbox</a></header>
<dl><dt>From</dt><dd>${escapeHtml(message.sender)}</dd><dt>To</dt><dd>${escapeHtml(message.recipient)}</dd><dt>Sent</dt><dd>${timeOf(message.created_at)}</dd></dl>
<iframe title="Email preview" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>
<h2>Plain text</h2>
<div class="card"><pre>${withLinks(message.text)}</pre></div>`,
  );
}
