import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { queueUnreadMessages } from '../../notifications/index.ts';
import { takeDueFanOut } from './fan-out.queries.ts';

/** Queues the unread messages of the conversations that are due for those who haven't read them. */
export async function notifyParticipants(db: Database): Promise<void> {
  for (;;) {
    const conversationId = await db.transaction().execute(async (tx) => {
      const due = await takeDueFanOut(tx);
      if (due !== null) await queueUnreadMessages(tx, due);
      return due;
    });
    if (conversationId === null) return;
  }
}

/** Sending a message notifies nobody itself: most people read it within seconds, and a group has many. */
export function notifyParticipantsJob(db: Database): JobKind {
  return { name: 'notify-participants', everySeconds: 5, run: () => notifyParticipants(db) };
}
