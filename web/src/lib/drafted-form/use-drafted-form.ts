import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { isApiError, isConnectionError, retryAfterOf } from '../api/api-client.ts';
import { toMessage } from '../api/error-messages.ts';
import { useFailure } from '../api/use-failure.ts';
import { useIsOffline, useReconnect } from '../live/reconnect.ts';
import type { Attempt, DraftStorage } from './draft-storage.ts';

/** Why the last attempt failed. The values are still in the form. */
export interface FormFailure {
  title: string;
  reason: string;
  /** Error code of the server; null if it sent none. */
  code: ErrorCode | null;
  /**
   * The server couldn't be reached, or had an outage: the values are sent again after this many milliseconds and once the
   * connection is back, unless they are changed. Null if they aren't.
   */
  sentAgainAfter: number | null;
  /** The session has expired; the values are sent after the user has logged in again. */
  isSignedOut: boolean;
}

/** How a version that someone else saved in the meantime is handled. */
interface ConflictOptions<Values, Theirs> {
  /** Returns the other version if that is what an error reports. */
  find: (error: unknown) => Theirs | null;
  /** The changes with which the next attempt overwrites it. */
  overwrite: (theirs: Theirs) => Partial<Values>;
}

interface FailureTexts {
  title: string;
  /** The reason if an error has no message. */
  fallback: string;
}

interface DraftedFormOptions<Values extends object, Problems extends object, Sent, Theirs> {
  storage: DraftStorage<Values>;
  /** Returns the problems by field; empty if the values can be sent. */
  validate: (values: Values) => Problems;
  /** The problems that still show after a change. Default: those that `validate` finds, once there are any. */
  keepProblems?: (problems: Problems, changes: Partial<Values>) => Problems;
  /** Sends the values. A retry after a failure has the same `clientId`. */
  send: (values: Values, clientId: string) => Promise<Sent>;
  /** Whether the server returned what an earlier attempt has sent, and not these values. */
  isEarlier?: (sent: Sent, values: Values) => boolean;
  /** Called once the values are sent; `isChanged` if they were changed meanwhile and stay as a new draft. */
  onSent: (sent: Sent, outcome: { isChanged: boolean }) => void;
  /** Called after `discard`. */
  onDiscarded?: () => void;
  /** Whether values that failed for a reason that passes are sent again until that works, unless they were changed since. */
  isSentAgain?: boolean;
  /** How a failure is shown: in the form, or by a function that returns the problems of fields that an error reports. */
  failure: FailureTexts | ((error: unknown) => Problems | null);
  conflict?: ConflictOptions<Values, Theirs>;
}

/** Milliseconds before values that failed are sent again: the first time, and at most. */
const firstWait = 5_000;
const longestWait = 60_000;

/** Twice as long after each failure, and as long as the server wants; up to half of that more, so that browsers don't all come back at once. */
function waitAfter(error: unknown, failures: number): number {
  const usual = Math.min(firstWait * 2 ** (failures - 1), longestWait);
  return Math.max(usual, retryAfterOf(error) ?? 0) * (1 + Math.random() / 2);
}

const noProblems = {};
const isEmpty = (record: object) => Object.keys(record).length === 0;

/** Returns a function that says whether the component is mounted and its tab is shown. */
function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}

/** State of sending: what is being done, and why the last attempt failed. */
function useSendState() {
  const [failure, setFailure] = useFailure<FormFailure>();
  const [busy, setBusy] = useState<'sending' | 'discarding' | null>(null);
  const isBusy = useRef(false);
  const failures = useRef(0);
  const isMounted = useIsMounted();
  return {
    failure,
    busy,
    isBusy: () => isBusy.current,
    /** The next attempt is the first one. */
    startOver: () => {
      failures.current = 0;
      setFailure(null);
    },
    clearFailure: () => setFailure(null),
    start: (what: 'sending' | 'discarding') => {
      isBusy.current = true;
      setBusy(what);
      setFailure(null);
    },
    stop: () => {
      isBusy.current = false;
      setBusy(null);
    },
    /** Shows the failure in the form, or as a toast if the form is closed. If it can pass, values may be `sentAgain`. */
    fail: (error: unknown, { title, fallback }: FailureTexts, sentAgain = false) => {
      failures.current += 1;
      const reason = toMessage(error, fallback);
      const isSignedOut = isApiError(error, 'authentication_required');
      const code = isApiError(error) ? error.code : null;
      const sentAgainAfter =
        sentAgain && isConnectionError(error) ? waitAfter(error, failures.current) : null;
      setFailure({ title, reason, code, sentAgainAfter, isSignedOut }, error);
      if (isMounted()) return;
      const description = t('{reason} Your text is still here.', { reason });
      toast({ title, description, variant: 'destructive' });
    },
  };
}

type SendState = ReturnType<typeof useSendState>;

/** Sends again what failed for a reason that passes: after a while, and once the connection is back. */
function useSendAgain({ failure }: SendState, submit: () => void): void {
  const isOffline = useIsOffline();
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useReconnect(() => {
    if (failure !== null && failure.sentAgainAfter !== null) submit();
  });
  useEffect(() => {
    if (failure === null || failure.sentAgainAfter === null || isOffline) return;
    const timer = setTimeout(() => latest.current(), failure.sentAgainAfter);
    return () => clearTimeout(timer);
  }, [failure, isOffline]);
}

/** The problems that the last check found, as far as later changes haven't solved them. */
function useProblems<Values extends object, Problems extends object>({
  storage: { values },
  validate,
  keepProblems,
}: Pick<DraftedFormOptions<Values, Problems, unknown, unknown>, 'storage' | 'validate' | 'keepProblems'>) {
  const [problems, setProblems] = useState<Problems>(noProblems as Problems);
  // Changes can come from an upload that ends long after it was started.
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  return {
    problems,
    setProblems,
    clear: () => setProblems(noProblems as Problems),
    onChange: (changes: Partial<Values>) =>
      setProblems((now) => {
        if (isEmpty(now)) return now;
        if (keepProblems) return keepProblems(now, changes);
        return latest.current ? validate({ ...latest.current, ...changes }) : now;
      }),
    /** Shows the problems of the values and returns them. */
    find: (checked: Values): Problems => {
      const found = validate(checked);
      setProblems(found);
      return found;
    },
  };
}

/** The version that someone else saved in the meantime, while the author chooses. */
function useConflict<Values, Theirs>(options: ConflictOptions<Values, Theirs> | undefined) {
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  return {
    theirs,
    /** Returns whether an error reports another version, which is then shown. */
    open: (error: unknown): boolean => {
      const found = options?.find(error) ?? null;
      if (found !== null) setTheirs(found);
      return found !== null;
    },
    close: () => setTheirs(null),
    /** Returns the changes that overwrite the other version, which is no longer shown. */
    overwrite: (): Partial<Values> | null => {
      if (theirs === null || !options) return null;
      setTheirs(null);
      return options.overwrite(theirs);
    },
  };
}

function discardDraft(
  storage: Pick<DraftStorage<object>, 'discard'>,
  state: SendState,
  clearProblems: () => void,
  onDiscarded?: () => void,
): void {
  if (state.isBusy()) return;
  clearProblems();
  const discarding = storage.discard();
  if (!discarding) {
    onDiscarded?.();
    return;
  }
  state.start('discarding');
  discarding
    .then(
      () => onDiscarded?.(),
      (error: unknown) =>
        state.fail(error, { title: t("Couldn't discard the draft"), fallback: t('Please try again.') }),
    )
    .finally(state.stop);
}

/**
 * State of a form whose values are kept as a draft until the server has them: validation, sending, retrying, failures and
 * conflicts. Nothing that was typed is lost: not when the request fails, the session expires, the page is closed, or the values
 * are changed while they are being sent.
 */
export function useDraftedForm<Values extends object, Problems extends object, Sent, Theirs = never>(
  options: DraftedFormOptions<Values, Problems, Sent, Theirs>,
) {
  const { storage, failure } = options;
  const { values } = storage;
  /** What an earlier attempt has sent, if it isn't what the form contains. */
  const [earlier, setEarlier] = useState<Sent | null>(null);
  const conflict = useConflict(options.conflict);
  const state = useSendState();
  const { problems, ...checks } = useProblems(options);

  const change = (changes: Partial<Values>) => {
    storage.change(changes);
    state.startOver();
    checks.onChange(changes);
  };
  const onError = (error: unknown) => {
    if (conflict.open(error)) return;
    if (typeof failure !== 'function') return state.fail(error, failure, options.isSentAgain);
    const found = failure(error);
    if (found) checks.setProblems(found);
  };
  const sendNow = async (typed: Values) => {
    let attempt: Attempt<Values> | null = null;
    try {
      attempt = await storage.startSending(typed);
      const sent = await options.send(attempt.values, attempt.clientId);
      state.startOver();
      if (options.isEarlier?.(sent, attempt.values)) {
        setEarlier(sent);
        attempt.continueAsNew();
      } else options.onSent(sent, attempt.finish());
    } catch (error) {
      attempt?.cancel();
      onError(error);
    } finally {
      state.stop();
    }
  };
  /** Sends the values unless they have problems. Returns the problems. */
  const submit = (changes: Partial<Values> = {}): Problems | null => {
    if (values === null || state.isBusy()) return null;
    const typed = isEmpty(changes) ? values : { ...values, ...changes };
    state.clearFailure();
    setEarlier(null);
    const found = checks.find(typed);
    if (!isEmpty(found)) return found;
    state.start('sending');
    void sendNow(typed);
    return found;
  };
  useSendAgain(state, submit);
  return {
    values,
    problems,
    failure: state.failure,
    earlier,
    theirs: conflict.theirs,
    isRestored: storage.isRestored,
    isSending: state.busy === 'sending',
    isDiscarding: state.busy === 'discarding',
    isLocked: state.busy !== null,
    change,
    /** Shows the problems of the values. Returns whether there are none. */
    check: (): boolean => values !== null && isEmpty(checks.find(values)),
    submit,
    discard: () => discardDraft(storage, state, checks.clear, options.onDiscarded),
    /** Sends the values over the other version. */
    keepMine: () => {
      const changes = conflict.overwrite();
      if (!changes) return;
      storage.change(changes);
      submit(changes);
    },
    /** Call after the form was restarted with the other version. */
    closeConflict: conflict.close,
  };
}
