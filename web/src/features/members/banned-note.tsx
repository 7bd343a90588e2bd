/** Stands where the way in is for others: says to someone who is banned that there is none. */
export function BannedNote({ block }: { block?: boolean | undefined }) {
  return (
    <div role="note" className={block ? 'rounded-md bg-sunken px-4 py-3' : undefined}>
      <p className="font-semibold">You were banned from this space</p>
      <p className="text-sm text-soft">You can't join it or ask to join.</p>
    </div>
  );
}
