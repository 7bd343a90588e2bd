import { useState } from 'react';
import { SpaceIcon } from '../space-card/space-icon.tsx';
import type { Rule } from './editor/about-edits.ts';
import { ImageButtons } from './editor/image-buttons.tsx';
import { RulesField } from './editor/rules-field.tsx';
import { IntroMedia } from './intro-media.tsx';
import { StorageMeter } from './storage-usage.tsx';

export const title = 'About page: icons, introduction, rules, images';

const icons = ['#26A69A', '#B4632A', '#F2E205', '#111111'];

function Rules() {
  const [rules, setRules] = useState<Rule[]>([
    { id: 'a', text: 'Be kind.' },
    { id: 'b', text: 'Show your own photos.' },
  ]);
  return <RulesField rules={rules} onChange={setRules} />;
}

export const states = {
  Icons: () => (
    <div className="flex gap-3">
      {icons.map((primary_color) => (
        <SpaceIcon
          key={primary_color}
          size="lg"
          space={{ id: primary_color, name: 'Analog Photography', icon_image: null, primary_color }}
        />
      ))}
    </div>
  ),
  Introduction: () => (
    <IntroMedia
      space={{
        name: 'Analog',
        intro_media_type: 'video',
        intro_media_url: 'https://vimeo.com/76979871',
      }}
    />
  ),
  Rules,
  Storage: () => (
    <div className="grid w-72 gap-6">
      <StorageMeter used={1.2 * 1024 ** 3} limit={null} />
      <StorageMeter used={7.4 * 1024 ** 3} limit={20 * 1024 ** 3} />
      <StorageMeter used={19.2 * 1024 ** 3} limit={20 * 1024 ** 3} />
      <StorageMeter used={20 * 1024 ** 3} limit={20 * 1024 ** 3} />
    </div>
  ),
  Images: () => (
    <ImageButtons image="cover" spaceId="none" purpose="space_cover" hasImage onChange={() => {}} />
  ),
};
