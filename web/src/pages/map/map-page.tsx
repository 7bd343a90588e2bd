import { MapScreen } from '#web/features/map/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

export function MapPage({ space }: TabProps) {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 lg:px-6 lg:py-8">
      <MapScreen space={space} />
    </div>
  );
}
