/** The flame logo. Decorative: the name is next to it. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="flex-none">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <path
        d="M16.6 5.5c.5 3.6-1.3 5.4-3.2 7.6-1.7 2-3.6 4.1-3.6 7.3a6.2 6.2 0 0 0 12.4.2c0-2-.7-3.6-1.7-5-.3 1.3-1 2.2-2 2.7.5-4.6-.3-9.6-1.9-12.8z"
        fill="var(--on-accent)"
      />
    </svg>
  );
}
