import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const spaceErrors = defineErrors({
  space_not_found: { status: 404, message: msg('Space not found') },
  category_not_found: { status: 404, message: msg("This category doesn't exist or has been removed.") },
  subdomain_taken: { status: 409, message: msg('This address is already taken.') },
  space_limit_reached: { status: 429, message: msg('You can create up to 5 spaces a day. Try again later.') },
  subdomain_reserved: { status: 409, message: msg('This address is reserved.') },
});
