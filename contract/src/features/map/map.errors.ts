import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const mapErrors = defineErrors({
  map_not_enabled: { status: 404, message: msg('This space has no map.') },
  city_not_found: { status: 404, message: msg("This city isn't in our list. Choose another one nearby.") },
});
