import type { ReactNode } from 'react';
import type { TextBlock } from '#contract/values/text/text-blocks.ts';

/** A block to insert. */
export interface NewBlock extends TextBlock {
  /** Plain text; empty for a video. */
  label: string;
}

/** A part to insert that can be opened and closed. */
export interface NewDetails {
  summary: string;
  /** Plain text, one paragraph a line. */
  text: string;
}

/** An item of the menu ADD. */
export interface AddItem {
  id: string;
  label: string;
  icon: ReactNode;
  /** Lets the user choose what to add, and calls `insert` with it. */
  pick: (insert: (added: NewBlock | NewDetails) => void) => void;
}
