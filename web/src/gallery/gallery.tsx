import { type ComponentType, useState } from 'react';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { DEFAULT_ACCENT } from '#web/ui/theme/accent.ts';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';
import { type ThemeChoice, useTheme } from '#web/ui/theme/theme.ts';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';

/** Exports of a `*.gallery.tsx` file: a title, and one component per state. */
interface GalleryModule {
  title: string;
  states: Record<string, ComponentType>;
}

const modules = import.meta.glob<GalleryModule>('../**/*.gallery.tsx', { eager: true });

const parts = Object.entries(modules)
  .map(([path, module]) => ({ ...module, anchor: path.replace(/^.*\/(.+)\.gallery\.tsx$/, '$1') }))
  .sort((a, b) => a.title.localeCompare(b.title));

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** All components in all states. `?part=button` shows one component, `?accent=%23ff0000` sets the accent color. */
export function Gallery() {
  const query = new URLSearchParams(window.location.search);
  const only = query.get('part');
  const [accent, setAccent] = useState(query.get('accent') ?? DEFAULT_ACCENT);
  const [text, setText] = useState('');
  const { choice, setTheme } = useTheme();
  const shown = parts.filter((part) =>
    only ? part.anchor === only : part.title.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <UiProvider>
      <AccentProvider color={accent}>
        <div className="mx-auto max-w-page px-4 py-8 md:px-8">
          {!only && (
            <header className="mb-8 grid gap-6">
              <h1 className="text-3xl">Gallery</h1>
              <div className="grid items-start gap-4 md:grid-cols-3">
                <TextField
                  label="Search"
                  type="search"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
                <Select
                  label="Appearance"
                  options={THEMES}
                  value={choice}
                  onChange={(next) => setTheme(next as ThemeChoice)}
                />
                <label className="field text-sm">
                  <span className="field-label">Accent</span>
                  <input
                    type="color"
                    className="h-11 w-full rounded-md"
                    value={accent}
                    onChange={(event) => setAccent(event.target.value)}
                  />
                </label>
              </div>
              <nav aria-label="Parts" className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
                {shown.map((part) => (
                  <a key={part.anchor} className="link" data-variant="text" href={`#${part.anchor}`}>
                    {part.title}
                  </a>
                ))}
              </nav>
            </header>
          )}
          <main className="grid grid-cols-1 gap-12">
            {only && <h1 className="sr-only">{only}</h1>}
            {shown.map((part) => (
              <section key={part.anchor} id={part.anchor} className="grid grid-cols-1 scroll-mt-4 gap-4">
                <h2 className="text-xl">{part.title}</h2>
                {Object.entries(part.states).map(([name, State]) => (
                  <div key={name} className="card grid grid-cols-1 gap-4" data-state-name={name}>
                    <h3 className="text-sm text-faint">{name}</h3>
                    <State />
                  </div>
                ))}
              </section>
            ))}
          </main>
        </div>
        <Toaster />
      </AccentProvider>
    </UiProvider>
  );
}
