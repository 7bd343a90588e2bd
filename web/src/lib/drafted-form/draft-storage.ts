/** Where the values of a form are kept until they are sent: in this browser (`useBrowserDraft`), or also on the server. */
export interface DraftStorage<Values extends object> {
  /** Null until it is known whether there is a draft. */
  values: Values | null;
  /** The form was opened with values that were typed earlier. */
  isRestored: boolean;
  /** Applies changes to the latest values and keeps them. */
  change: (changes: Partial<Values>) => void;
  /** Deletes the draft. Rejects if the server has it and can't be reached; the values are then kept. */
  discard: () => void | Promise<void>;
  /**
   * Call before these values are sent.
   * @throws if the values can't be sent yet; saving then continues.
   */
  startSending: (values: Values) => Attempt<Values> | Promise<Attempt<Values>>;
}

/** An attempt to send a draft. Call one of `finish`, `continueAsNew` and `cancel` when it has ended. */
export interface Attempt<Values extends object> {
  values: Values;
  /** The same for each attempt to send a draft, so that the server creates one item. */
  clientId: string;
  /** It was sent: deletes the draft. Returns whether the values were changed meanwhile; these stay as a new draft. */
  finish: () => { isChanged: boolean };
  /** The server has what an earlier attempt sent, and not these values: they stay as a new draft. */
  continueAsNew: () => void;
  /** It wasn't sent: the draft is kept. */
  cancel: () => void;
}
