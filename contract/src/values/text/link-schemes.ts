/** The schemes that links in texts can have. */
export const linkSchemes = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'callto',
  'sms',
  'cid',
  'xmpp',
] as const;

const withHost = /^(https?|ftps?):\/\/./i;
const withoutHost = /^(mailto|tel|callto|sms|cid|xmpp):./i;

/** Whether an address begins with a scheme that links can have. */
export const hasLinkScheme = (address: string): boolean =>
  withHost.test(address) || withoutHost.test(address);
