import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const notificationErrors = defineErrors({
  push_subscription_taken: {
    status: 409,
    message: msg('Push notifications of this browser belong to another account. Turn them off and on again.'),
  },
});
