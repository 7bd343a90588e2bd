import { MapScreen } from '#web/features/map/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

export function MapPage({ space }: TabProps) {
  return (
    <Page>
      <MapScreen space={space} />
    </Page>
  );
}
