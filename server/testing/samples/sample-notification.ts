import { z } from 'zod';
import { paramsOf } from '#contract/features/notifications/notification-params.ts';
import {
  declarationOf,
  type NotificationType,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import type { NotificationInput } from '#server/features/notifications/index.ts';
import { newId } from '#server/platform/ids.ts';

interface PropertySchema {
  type?: string;
  enum?: unknown[];
}

function toSample({ type, enum: values }: PropertySchema): unknown {
  if (values) return values[0];
  if (type === 'boolean') return false;
  if (type === 'integer') return 1;
  if (type === 'string') return '2027-07-01T18:00';
  return null;
}

/** The types of what happens in spaces. */
export const spaceTypes = typesWhere(({ targets }) => targets.some((kind) => kind !== 'message'));

/** A notification of any type with valid params, as its type declares them. */
export function sampleNotification(type: NotificationType, userId: string): NotificationInput {
  const { targets } = declarationOf(type);
  const { properties = {} } = z.toJSONSchema(paramsOf(type)) as {
    properties?: Record<string, PropertySchema>;
  };
  return {
    type,
    user_ids: [userId],
    target: { kind: targets[0], id: newId(), post_id: newId() },
    params: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, toSample(property)]),
    ),
  } as NotificationInput;
}
