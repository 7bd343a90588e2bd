import { type Message, msg } from '#contract/i18n/translate.ts';
import { readLocal, writeLocal } from './cache/local-store.ts';

/** A shortcut as it is listed. Each of its keys does the same. */
export interface Shortcut {
  label: Message;
  keys: readonly string[];
}

const offName = 'shortcuts-off';
/** Whether the shortcuts that are single keys are on in this browser. Speech input can press such keys by mistake. */
export const areShortcutsOn = () => readLocal(offName) !== true;
export const setShortcutsOn = (isOn: boolean) => void writeLocal(offName, isOn ? null : true);

/** The keys in lists of notifications (`useListKeys`). */
export const notificationShortcuts: readonly Shortcut[] = [
  { label: msg('Next notification'), keys: ['J', '↓'] },
  { label: msg('Previous notification'), keys: ['K', '↑'] },
  // Not translated: names of keys.
  { label: msg('Open'), keys: ['Enter'] },
  { label: msg('Mark as read'), keys: ['E'] },
  { label: msg('Mark as unread'), keys: ['U'] },
  { label: msg('Remind me later'), keys: ['S'] },
  // Not translated: names of keys.
  { label: msg('Remove'), keys: ['#', 'Del'] },
];
