import { call } from '../api/api-client.ts';

const mark = 'hearth_signed_out=1';
const yearInSeconds = 365 * 24 * 60 * 60;
const keep = (cookie: string, seconds: number) => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${cookie}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
};

/**
 * Signs out in this browser when the server cannot be reached. Scripts cannot delete the session cookie, but the server
 * ignores it while this cookie is set. Other tabs notice too.
 */
export function markSignedOut(): void {
  keep(mark, yearInSeconds);
  keep('hearth_session_info=', 0);
}

/** Ends the session on the server if sign-out happened while the server was down. */
export async function finishSigningOut(): Promise<void> {
  if (!document.cookie.includes(mark)) return;
  // The cookie stays until a later page reaches the server.
  await call('sign_out').catch(() => {});
}
