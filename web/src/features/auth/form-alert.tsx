/** What went wrong with a form as a whole; announced when it appears. */
export function FormAlert({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message && <p className="rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger-text">{message}</p>}
    </div>
  );
}
