import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { maxPollOptions } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { PollDraft } from './poll-draft.ts';

interface PollFieldsProps {
  poll: PollDraft;
  onChange: (poll: PollDraft) => void;
  onRemove?: () => void;
  problem?: string;
  /** Somebody has voted: only the closing time may change. */
  isFixed?: boolean;
}

/** A time of the viewer's own zone as the browser's field takes it. */
function toLocalField(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The question, options and rules of a poll that is being written. */
export function PollFields({ poll, onChange, onRemove, problem, isFixed = false }: PollFieldsProps) {
  const change = (changes: Partial<PollDraft>) => onChange({ ...poll, ...changes });
  const list = useRef<HTMLDivElement>(null);
  const isAdding = useRef(false);
  const count = poll.options.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after an option was added.
  useEffect(() => {
    if (isAdding.current) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    isAdding.current = false;
  }, [count]);
  return (
    <div ref={list} role="group" aria-label="Poll" className="flex flex-col gap-3 rounded-md bg-sunken p-4">
      <div className="flex items-start gap-2">
        <TextField
          label="Question"
          className="flex-1"
          value={poll.question}
          onChange={(event) => change({ question: event.target.value })}
          placeholder="What do you want to know?"
          maxLength={200}
          disabled={isFixed}
          autoComplete="off"
        />
        {onRemove && (
          <IconButton label="Remove poll" size="sm" onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {poll.options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has nothing but its place.
          <li key={index} className="flex items-center gap-2">
            <TextField
              label={`Option ${index + 1}`}
              labelHidden
              className="flex-1"
              value={option}
              placeholder={`Option ${index + 1}`}
              maxLength={100}
              disabled={isFixed}
              autoComplete="off"
              onChange={(event) => change({ options: poll.options.with(index, event.target.value) })}
            />
            {poll.options.length > 2 && !isFixed && (
              <IconButton
                label={`Remove option ${index + 1}`}
                size="sm"
                onClick={() => change({ options: poll.options.filter((_one, at) => at !== index) })}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {poll.options.length < maxPollOptions && !isFixed && (
        <Button
          variant="quiet"
          size="sm"
          className="self-start"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => {
            isAdding.current = true;
            change({ options: [...poll.options, ''] });
          }}
        >
          Add option
        </Button>
      )}
      <Switch
        label="Several can be chosen"
        checked={poll.multiple}
        disabled={isFixed}
        onChange={(event) => change({ multiple: event.target.checked })}
      />
      <TextField
        label="Closes (optional)"
        type="datetime-local"
        className="max-w-64"
        value={toLocalField(poll.closes_at)}
        onChange={({ target: { value } }) =>
          change({ closes_at: value ? new Date(value).toISOString() : null })
        }
      />
      {isFixed && (
        <p className="text-sm text-soft">Somebody has voted: question and options stay as they are.</p>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
