import { useEffect, useState } from 'react';
import type { MessageAnchor } from '../messages/messages.api.ts';

/** How long a message that was jumped to is marked, in milliseconds. */
const markFor = 2_500;

/** Which part of a conversation is shown, and how another one is. `first` is where reading starts. */
export function useJump(first: MessageAnchor, startSeq: number | null) {
  const [anchor, setAnchor] = useState<MessageAnchor>(startSeq === null ? first : `seq:${startSeq}`);
  const [target, setTarget] = useState<{ seq: number } | null>(null);
  const [markedSeq, setMarkedSeq] = useState(startSeq);
  useEffect(() => {
    if (markedSeq === null) return;
    const timer = setTimeout(() => setMarkedSeq(null), markFor);
    return () => clearTimeout(timer);
  }, [markedSeq]);
  return {
    anchor,
    target,
    markedSeq,
    /** Shows a message; one that isn't loaded with those around it. */
    jumpTo: (seq: number, isLoaded: boolean) => {
      setMarkedSeq(seq);
      if (isLoaded) setTarget({ seq });
      else setAnchor(`seq:${seq}`);
    },
    jumpToAnchor: (next: MessageAnchor) => {
      setAnchor(next);
      if (next.startsWith('seq:')) setMarkedSeq(Number(next.slice(4)));
    },
    jumpToNewest: () => setAnchor('newest'),
  };
}
