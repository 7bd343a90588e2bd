const schemesWithHost = ['http', 'https', 'ftp', 'ftps'] as const;
const schemesWithoutHost = ['mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp'] as const;

/** The schemes that links in texts can have. */
export const linkSchemes = [...schemesWithHost, ...schemesWithoutHost] as const;

const start = new RegExp(
  `^(?:(?:${schemesWithHost.join('|')})://|(?:${schemesWithoutHost.join('|')}):).`,
  'i',
);

/** Whether an address begins with a scheme that links can have. */
export const hasLinkScheme = (address: string): boolean => start.test(address);
