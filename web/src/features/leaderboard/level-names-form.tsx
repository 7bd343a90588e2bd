import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SpaceLevel } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxLevelName } from '#contract/values/levels.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

interface LevelNamesFormProps {
  space: Space;
  levels: readonly SpaceLevel[];
  onDone: () => void;
}

/** Form for the nine level names. The input is kept if saving fails. */
export function LevelNamesForm({ space, levels, onDone }: LevelNamesFormProps) {
  const client = useQueryClient();
  const [names, setNames] = useState(() => levels.map((level) => level.name ?? ''));
  const save = useMutation({
    mutationFn: () => call('set_level_names', { space_id: space.id, names }),
    onSuccess: () => {
      for (const operation of ['get_space_levels', 'get_leaderboard', 'get_member_card']) {
        void client.invalidateQueries({ queryKey: [operation, { space_id: space.id }] });
      }
      toast({ title: t('Level names saved') });
      onDone();
    },
    onError: (error) =>
      toast({
        title: t("Couldn't save the level names"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      {names.map((name, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the nine levels is fixed.
          key={index}
          label={t('Level {level}', { level: index + 1 })}
          placeholder={t('Level {level}', { level: index + 1 })}
          maxLength={maxLevelName}
          value={name}
          onChange={(event) => setNames(names.with(index, event.target.value))}
        />
      ))}
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onDone} disabled={save.isPending}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
