import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Poll } from '#contract/features/polls/polls.ts';
import { dateTimeFormat, formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { getShare, isClosed, seesResults } from './poll-state.ts';
import { refetchPollSoon } from './polls.live.ts';
import { usePollAction } from './use-vote.ts';

interface PollViewProps {
  postId: string;
  poll: Poll;
  /** Title of the post. If it equals the question, the question is hidden visually. */
  title: string;
  canVote: boolean;
  canClose: boolean;
}

const longestTimer = 2 ** 31 - 1;

/** Returns whether the poll is closed; updates when its end date passes. */
function useIsClosed(poll: Poll): boolean {
  const [now, setNow] = useState(() => Date.now());
  const { closes_at } = poll;
  useEffect(() => {
    if (closes_at === null) return;
    const left = Date.parse(closes_at) - Date.now();
    if (left < 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 50, longestTimer));
    return () => clearTimeout(timer);
  }, [closes_at]);
  return isClosed(poll, now);
}

/** Fetches the poll again if it is closed but its results aren't known here yet. */
function useResultsAfterClosing(poll: Poll, postId: string, closed: boolean) {
  const client = useQueryClient();
  const isHidden = closed && poll.options.every(({ vote_count }) => vote_count === null);
  useEffect(() => {
    if (isHidden) refetchPollSoon(client, postId);
  }, [client, isHidden, postId]);
}

/** A poll with its options, and the results for those who can see them. */
export function PollView({ postId, poll, title, canVote, canClose }: PollViewProps) {
  const id = useId();
  const action = usePollAction(postId);
  const closed = useIsClosed(poll);
  const [selected, setSelected] = useState<readonly string[] | null>(null);
  const [isShowingResults, setShowingResults] = useState(false);
  useResultsAfterClosing(poll, postId, closed);
  const hasVoted = poll.viewer_option_ids.length > 0;
  const isChoosing = canVote && !closed && (selected !== null || (!hasVoted && !isShowingResults));
  const choice = selected ?? [];
  const stopChoosing = (showsResults: boolean) => {
    setSelected(null);
    setShowingResults(showsResults);
  };
  const vote = () =>
    action.mutate({ kind: 'vote', option_ids: [...choice] }, { onSuccess: () => stopChoosing(false) });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={`${id}-foot`}>
      <legend className={poll.question === title ? 'sr-only' : 'mb-2 font-semibold [overflow-wrap:anywhere]'}>
        {poll.question}
      </legend>
      {isChoosing ? (
        <PollChoices poll={poll} name={`${id}-option`} choice={choice} onChoose={setSelected} />
      ) : (
        poll.options.map((option) => <PollResult key={option.id} poll={poll} option={option} />)
      )}
      <div id={`${id}-foot`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {isChoosing && (
          <Button
            variant="primary"
            size="sm"
            disabled={choice.length === 0}
            loading={action.isPending}
            loadingLabel={t('Voting')}
            onClick={vote}
          >
            {t('Vote')}
          </Button>
        )}
        {isChoosing && hasVoted && (
          <Button variant="quiet" size="sm" onClick={() => setSelected(null)}>
            {t('Cancel')}
          </Button>
        )}
        <PollStatus poll={poll} closed={closed} />
        <span className="-ml-2.5 flex flex-wrap empty:hidden">
          {!closed && !isChoosing && canVote && (
            <>
              <Button variant="quiet" size="sm" onClick={() => setSelected(poll.viewer_option_ids)}>
                {hasVoted ? t('Change vote') : t('Vote')}
              </Button>
              {hasVoted && (
                <Button variant="quiet" size="sm" onClick={() => action.mutate({ kind: 'withdraw' })}>
                  {t('Remove vote')}
                </Button>
              )}
            </>
          )}
          {isChoosing && !hasVoted && seesResults(poll) && (
            <Button variant="quiet" size="sm" onClick={() => stopChoosing(true)}>
              {t('Show results')}
            </Button>
          )}
          {canClose && !closed && (
            <Button variant="quiet" size="sm" onClick={() => action.mutate({ kind: 'close' })}>
              {t('Close poll')}
            </Button>
          )}
        </span>
      </div>
    </fieldset>
  );
}

interface PollChoicesProps {
  poll: Poll;
  /** Groups the radio buttons of this poll. */
  name: string;
  /** IDs of the selected options. */
  choice: readonly string[];
  onChoose: (choice: readonly string[]) => void;
}

/** The options as radio buttons, or as checkboxes if multiple answers are allowed. */
function PollChoices({ poll, name, choice, onChoose }: PollChoicesProps) {
  const choose = (option: string, on: boolean) => {
    if (!poll.multiple) onChoose([option]);
    else onChoose(on ? [...choice, option] : choice.filter((one) => one !== option));
  };
  return poll.options.map((option) => (
    <label key={option.id} className="poll-option" data-own={choice.includes(option.id) ? '' : undefined}>
      <input
        type={poll.multiple ? 'checkbox' : 'radio'}
        name={name}
        checked={choice.includes(option.id)}
        onChange={(event) => choose(option.id, event.target.checked)}
      />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{option.text}</span>
    </label>
  ));
}

/** How many people voted, and until when others can. */
function PollStatus({ poll, closed }: { poll: Poll; closed: boolean }) {
  const voters = t('{count, plural, =0 {No votes yet} one {# person voted} other {# people voted}}', {
    count: poll.voter_count,
  });
  return (
    <p>
      <span aria-live="polite">{voters}</span>
      {poll.multiple && !closed && ` · ${t('choose one or more')}`}
      {closed && ` · ${t('closed')}`}
      {!closed && poll.closes_at && (
        <>
          {' · '}
          <ClosingTime at={poll.closes_at} />
        </>
      )}
    </p>
  );
}

/** When the poll closes, in the viewer's time zone, which is known only in the browser. */
function ClosingTime({ at }: { at: string }) {
  const [date, setDate] = useState<string | null>(null);
  useEffect(() => {
    setDate(dateTimeFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(at)));
  }, [at]);
  const time = (text: ReactNode) => <time dateTime={at}>{text}</time>;
  return date === null
    ? tRich('closes <time>soon</time>', { time })
    : tRich('closes <time>{date}</time>', { date, time });
}

/** An option with its share of the votes, if the viewer can see it. */
function PollResult({ poll, option }: { poll: Poll; option: Poll['options'][number] }) {
  const isOwn = poll.viewer_option_ids.includes(option.id);
  const share = getShare(poll, option.vote_count);
  const known = option.vote_count !== null;
  return (
    <div className="poll-option" data-closed="" data-own={isOwn ? '' : undefined}>
      {known && <span className="poll-share" style={{ width: `${share * 100}%` }} aria-hidden="true" />}
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {option.text}
        {isOwn && <span className="ml-2 text-sm whitespace-nowrap text-accent-text">{t('Your vote')}</span>}
      </span>
      {known && (
        <span className="flex-none text-sm text-soft tabular-nums">
          {formatPercent(share)}
          <span className="sr-only">
            {', '}
            {t('{count, plural, one {# vote} other {# votes}}', { count: option.vote_count ?? 0 })}
          </span>
        </span>
      )}
    </div>
  );
}
