/** Colours that a new space may start with. Whatever is chosen, the design keeps its contrast. */
export const spaceColours = [
  { value: '#26A69A', name: 'Teal' },
  { value: '#2F7D4F', name: 'Moss' },
  { value: '#3B6FD4', name: 'Blue' },
  { value: '#6B4FC8', name: 'Violet' },
  { value: '#B8447F', name: 'Rose' },
  { value: '#C2412D', name: 'Brick' },
  { value: '#B4632A', name: 'Copper' },
  { value: '#8A6D1F', name: 'Ochre' },
] as const;

/** One of a few colours, as radio buttons. */
export function ColourChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <fieldset>
      <legend className="field-label mb-2">Colour</legend>
      <div className="flex flex-wrap gap-3">
        {spaceColours.map((colour) => (
          <label key={colour.value} className="hit relative block size-9 cursor-pointer" title={colour.name}>
            <input
              type="radio"
              name="primary_color"
              value={colour.value}
              checked={value === colour.value}
              onChange={() => onChange(colour.value)}
              className="peer sr-only"
            />
            <span
              className="block size-9 rounded-full border-4 border-surface outline-2 outline-transparent peer-checked:outline-ink peer-focus-visible:outline-accent-line"
              style={{ background: colour.value }}
            />
            <span className="sr-only">{colour.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
