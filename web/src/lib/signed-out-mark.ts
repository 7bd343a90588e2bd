import { call } from './api-client.ts';

const mark = 'hearth_signed_out=1';
const forAYear = 365 * 24 * 60 * 60;
const keep = (cookie: string, seconds: number) => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `${cookie}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
};

/**
 * Signs this browser out without the server, which was not reached (document 1, section 4): scripts cannot take the
 * session's own cookie away, but beside this mark the server no longer takes it for anybody. Other windows notice too.
 */
export function markSignedOut(): void {
  keep(mark, forAYear);
  keep('hearth_session_info=', 0);
}

/** Has a session ended that this browser left while the server was away. */
export async function finishSigningOut(): Promise<void> {
  if (!document.cookie.includes(mark)) return;
  // The mark stays until a later page reaches the server.
  await call('sign_out').catch(() => {});
}
