/** An error about a form as a whole; announced when it appears. Takes no space while empty. */
export function FormAlert({ message }: { message: string | null }) {
  return (
    <div role="alert" className={message ? undefined : '-mt-4'}>
      {message && <p className="rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger-text">{message}</p>}
    </div>
  );
}
