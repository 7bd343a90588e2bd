import '#web/styles/lazy/chat.css';
import { useQuery } from '@tanstack/react-query';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { connectionQuery } from './people.api.ts';

/** What connects the viewer with a person: the spaces that both are members of. Hidden if there is nothing. */
export function ConnectionCard({ userId }: { userId: string }) {
  const { data, isPending, isError } = useQuery(connectionQuery(userId));
  if (isPending) return <p className="connection-card text-soft">{t('Loading connection info...')}</p>;
  if (isError)
    return (
      <p className="sr-only" role="status">
        {t('Unable to load connection details.')}
      </p>
    );
  const { connection_type, space_icon, space_name, shared_space_count, shared_space_names, member_since } =
    data;
  if (connection_type === 'unknown' || space_name === null) return null;
  const more = shared_space_count - 1;
  return (
    <div className="connection-card">
      <Avatar id={space_name} name={space_name} src={space_icon} size="md" shape="square" variant="palette" />
      <div className="min-w-0">
        <p className="truncate font-medium">
          {more > 0
            ? t('{space} and {count, plural, one {# other space} other {# other spaces}}', {
                space: space_name,
                count: more,
              })
            : t('You’re both in {space}', { space: space_name })}
        </p>
        <p className="truncate text-sm text-soft" title={shared_space_names.join(', ')}>
          {t('Member since {date}', {
            date: dateTimeFormat({ month: 'long', year: 'numeric' }).format(Date.parse(member_since)),
          })}
        </p>
      </div>
    </div>
  );
}
