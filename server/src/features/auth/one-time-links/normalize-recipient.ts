/** Returns one spelling for one mailbox: lower case, without a tag (`ada+x@example.com` is `ada@example.com`). */
export function normalizeRecipient(email: string): string {
  const at = email.lastIndexOf('@');
  const mailbox = email.slice(0, at).replace(/(?<=.)\+.*/s, '');
  return `${mailbox}@${email.slice(at + 1)}`.toLowerCase();
}
