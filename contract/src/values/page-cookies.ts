/** The cookies, besides the session's, on which the server's rendering of a page depends. */
export const pageCookies = ['theme', 'opened_pins'] as const;
export type PageCookie = (typeof pageCookies)[number];
