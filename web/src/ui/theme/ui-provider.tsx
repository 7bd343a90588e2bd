import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** Wraps the whole app once: no style elements (blocked by the Content-Security-Policy), and grouped tooltips. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450}>{children}</Tooltip.Provider>
    </CSPProvider>
  );
}
