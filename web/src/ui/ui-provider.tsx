import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** Around the whole app, once: no style elements (the Content-Security-Policy refuses them), tooltips that follow on. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450}>{children}</Tooltip.Provider>
    </CSPProvider>
  );
}
