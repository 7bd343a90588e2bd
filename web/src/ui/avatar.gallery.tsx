import { AVATAR_SIZES, Avatar, AvatarLevel, AvatarOnline, type AvatarSize } from './avatar.tsx';

export const title = 'Avatar';

const SIZES = Object.keys(AVATAR_SIZES) as AvatarSize[];
const IDS = Array.from({ length: 24 }, (_, i) => `person-${i}`);
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#d9b98c" d="M0 0h8v8H0z"/><circle cx="4" cy="3" r="1.6" fill="#7a4b2a"/><path fill="#2f5d62" d="M1 8a3 3 0 0 1 6 0"/></svg>',
)}`;

export const states = {
  Sizes: () => (
    <div className="flex flex-wrap items-center gap-4">
      {SIZES.map((size) => (
        <Avatar key={size} size={size} name="Ada Byron" id="ada" />
      ))}
    </div>
  ),
  Pictures: () => (
    <div className="flex flex-wrap items-center gap-4">
      {SIZES.map((size) => (
        <Avatar key={size} size={size} name="Noor Khan" id="noor" src={PICTURE}>
          <AvatarOnline />
          <AvatarLevel level={7} />
        </Avatar>
      ))}
      <Avatar size="lg" name="Lost Picture" id="lost" src="data:image/png;base64,AAAA" />
    </div>
  ),
  Colours: () => (
    <div className="flex flex-wrap gap-2">
      {IDS.map((id) => (
        <Avatar key={id} name="Grace Hopper" id={id} />
      ))}
    </div>
  ),
  'Palette, for spaces and profiles': () => (
    <div className="flex flex-wrap gap-2">
      {IDS.slice(0, 12).map((id) => (
        <Avatar key={id} name="Photography" id={id} variant="palette" shape="square" />
      ))}
    </div>
  ),
  'Online and level': () => (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name="Émile" id="e" size="sm">
        <AvatarOnline />
      </Avatar>
      <Avatar name="" id="u" size="lg">
        <AvatarOnline />
      </Avatar>
      <Avatar name="Li Wei" id="li" size="lg">
        <AvatarLevel level={3} />
      </Avatar>
      <Avatar name="Li Wei" id="li" size="xxl">
        <AvatarLevel level={9} />
      </Avatar>
    </div>
  ),
};
