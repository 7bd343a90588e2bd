import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { QuizSource } from '#contract/features/quizzes/quizzes.ts';
import { formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxQuizAttempts, maxQuizQuestions } from '#contract/values/limits.ts';
import { SendFailure } from '#web/features/composer/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { DraftButtons } from '#web/lib/drafted-form/draft-buttons.tsx';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { useFocusFirstError } from '#web/ui/fields/use-focus-first-error.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { quizSourceQuery, refetchQuiz } from '../quizzes.api.ts';
import { QuestionEditor } from './question-editor.tsx';
import { answerKey, emptyQuestion, moveBy, type QuestionDraft } from './quiz-draft.ts';
import { useQuizForm } from './use-quiz-form.ts';

interface QuizEditorDialogProps {
  pageId: string;
  viewerId: string;
  onClose: () => void;
  /** Called after the quiz was saved or deleted. */
  onChanged: () => void;
}

/** Creates or edits the quiz of a page. */
export function QuizEditorDialog(props: QuizEditorDialogProps) {
  const { pageId, onClose } = props;
  const query = useQuery({ ...quizSourceQuery(pageId), refetchOnMount: 'always' });
  // A copy that was kept from before could be outdated, and the form would start from it.
  if (query.data && !(query.isFetching && query.isStale))
    return <LoadedEditor key={pageId} {...props} source={query.data.source} />;
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={t('Quiz')}>
      {query.isError ? (
        <LoadFailure title={t("Couldn't load the quiz")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      ) : (
        <div className="min-h-80" aria-busy="true" />
      )}
    </Dialog>
  );
}

type LoadedEditorProps = QuizEditorDialogProps & { source: QuizSource | null };

function LoadedEditor({ pageId, viewerId, source, onClose, onChanged }: LoadedEditorProps) {
  const form = useQuizForm({
    pageId,
    viewerId,
    source,
    onSaved: () => {
      onClose();
      onChanged();
    },
    onDiscarded: onClose,
  });
  const { isClean, draft } = form;
  const { box, focusFirstError } = useFocusFirstError<HTMLFormElement>(form.problems);
  const [isDeleting, setDeleting] = useState(false);
  const submit = () => {
    focusFirstError();
    form.submit();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeOnOutside={isClean}
      size="lg"
      title={source ? t('Edit quiz') : t('New quiz')}
      footer={
        <DraftButtons
          form={form}
          submitLabel={t('Save quiz')}
          action={
            source && (
              <Button variant="quiet" className="mr-auto" onClick={() => setDeleting(true)}>
                {t('Delete quiz')}
              </Button>
            )
          }
          onSubmit={submit}
          onClose={onClose}
        />
      }
    >
      <form
        ref={box}
        className="flex flex-col gap-6"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
      >
        <FormLock locked={form.isLocked}>
          <QuizSettings draft={draft} onChange={form.change} />
          <QuestionList
            questions={draft.questions}
            problems={form.problems}
            onChange={(questions) => form.change({ questions })}
          />
        </FormLock>
        {form.problems.quiz && <p className="text-sm text-danger-text">{form.problems.quiz}</p>}
        {form.theirs && <Conflict onKeepMine={form.keepMine} onTakeTheirs={form.takeTheirs} />}
        <SendFailure failure={form.failure} />
      </form>
      {isDeleting && (
        <DeleteDialog
          pageId={pageId}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            onClose();
            onChanged();
          }}
        />
      )}
    </Dialog>
  );
}

type Draft = ReturnType<typeof useQuizForm>['draft'];

const attemptChoices = [0, 1, 2, 3, 5, 10];
const passChoices = [0, 50, 60, 70, 80, 90, 100];
const withValue = (choices: number[], value: number) =>
  [...new Set([...choices, value])].toSorted((a, b) => a - b);

function QuizSettings({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  const { pass_percent, max_attempts, is_shuffled } = draft;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid max-w-96 grid-cols-2 gap-3">
        <Select
          label={t('To pass')}
          options={withValue(passChoices, pass_percent).map((percent) => ({
            value: String(percent),
            label:
              percent === 0
                ? t('Just submit it')
                : t('{share} right', { share: formatPercent(percent / 100) }),
          }))}
          value={String(pass_percent)}
          onChange={(value) => onChange({ pass_percent: Number(value) })}
        />
        <Select
          label={t('Attempts')}
          options={withValue(attemptChoices, Math.min(max_attempts, maxQuizAttempts)).map((count) => ({
            value: String(count),
            label:
              count === 0
                ? t('Any number')
                : t('{count, plural, one {# attempt} other {# attempts}}', { count }),
          }))}
          value={String(max_attempts)}
          onChange={(value) => onChange({ max_attempts: Number(value) })}
        />
      </div>
      <Switch
        label={t('Shuffle questions and choices')}
        checked={is_shuffled}
        onChange={({ target }) => onChange({ is_shuffled: target.checked })}
      />
    </div>
  );
}

interface QuestionListProps {
  questions: readonly QuestionDraft[];
  problems: Record<string, string>;
  onChange: (questions: QuestionDraft[]) => void;
}

function QuestionList({ questions, problems, onChange }: QuestionListProps) {
  const list = useRef<HTMLOListElement>(null);
  const focusQuestion = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.children[index]?.querySelector<HTMLTextAreaElement>('textarea')?.focus(),
    );
  return (
    <>
      <ol ref={list} className="flex flex-col gap-4">
        {questions.map((question, index) => (
          <li key={question.id}>
            <QuestionEditor
              number={index + 1}
              count={questions.length}
              question={question}
              problem={problems[question.id]}
              answerProblem={problems[answerKey(question.id)]}
              onChange={(changed) => onChange(questions.with(index, changed))}
              onMove={(by) => onChange([...moveBy(questions, index, by)])}
              onRemove={() => {
                onChange(questions.filter(({ id }) => id !== question.id));
                focusQuestion(Math.max(0, index - 1));
              }}
            />
          </li>
        ))}
      </ol>
      {questions.length < maxQuizQuestions && (
        <Button
          className="self-start"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => {
            onChange([...questions, emptyQuestion()]);
            focusQuestion(questions.length);
          }}
        >
          {t('Add question')}
        </Button>
      )}
    </>
  );
}

function Conflict({ onKeepMine, onTakeTheirs }: { onKeepMine: () => void; onTakeTheirs: () => void }) {
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-4" role="alert">
      <p>{t('This quiz was edited somewhere else.')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onTakeTheirs}>
          {t('Use theirs')}
        </Button>
        <Button size="sm" onClick={onKeepMine}>
          {t('Keep my version')}
        </Button>
      </div>
    </div>
  );
}

interface DeleteDialogProps {
  pageId: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ pageId, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      await getApiClient(client)('delete_quiz', { page_id: pageId });
      client.setQueryData(quizSourceQuery(pageId).queryKey, { source: null });
      void refetchQuiz(client, pageId);
      onDeleted();
    } catch (error) {
      toast({
        title: t("Couldn't delete the quiz"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete quiz?')}
      description={t("The questions and all results of members will be deleted. This can't be undone.")}
      confirm={t('Delete quiz')}
      isPending={isPending}
      onConfirm={() => void confirm()}
    />
  );
}
