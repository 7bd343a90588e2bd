import { Checkbox, RadioGroup, Switch } from './choice.tsx';
import { SearchField } from './search-field.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

export const title = 'TextField, TextArea, Checkbox, Switch, Radio';

export const states = {
  'Text fields': () => (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <TextField label="Your name" placeholder="Ada Byron" hint="As other members will see it." />
      <TextField label="Address of the space" prefix="hearth.app/" defaultValue="analog-photography" />
      <TextField label="Price" suffix="USD a month" inputMode="decimal" defaultValue="10" />
      <SearchField label="Search members" value="" onChange={() => {}} />
    </div>
  ),
  Password: () => (
    <div className="grid max-w-md grid-cols-1">
      <TextField
        label="Password"
        type="password"
        autoComplete="off"
        defaultValue="correct horse"
        aside={
          <a className="link" data-variant="text" href="#fields">
            Forgot password?
          </a>
        }
      />
    </div>
  ),
  'Errors and disabled': () => (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <TextField
        label="Email"
        type="email"
        defaultValue="ada@"
        error="Enter a valid email address."
        hint="We rarely send emails."
      />
      <TextField label="Slug" disabled defaultValue="cannot-be-changed" />
    </div>
  ),
  'Text area': () => (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <TextArea label="About you" hint="A sentence or two." placeholder="I develop film in the kitchen." />
      <TextArea label="Reason" error="Say why." rows={2} />
    </div>
  ),
  Checkboxes: () => (
    <div className="grid max-w-md grid-cols-1 gap-3">
      <Checkbox label="Send me a digest every Monday" defaultChecked />
      <Checkbox label="Some of the members" indeterminate />
      <Checkbox label="Pin this post" hint="It stays at the top of the feed." />
      <Checkbox label="I agree to the rules" error="Agree to continue." />
      <Checkbox label="Not for you" disabled />
    </div>
  ),
  Switches: () => (
    <div className="grid max-w-md grid-cols-1 gap-4">
      <Switch label="New posts" hint="When someone you follow writes." defaultChecked />
      <Switch label="Likes" />
      <Switch label="Messages" disabled defaultChecked />
    </div>
  ),
  Radios: () => (
    <div className="grid max-w-md grid-cols-1 gap-6">
      <RadioGroup
        label="Who can see it"
        defaultValue="public"
        options={[
          { value: 'public', label: 'Everyone', hint: 'Search engines find it.' },
          { value: 'members', label: 'Members only' },
          { value: 'secret', label: 'No one', disabled: true },
        ]}
      />
      <RadioGroup label="Plan" error="Choose one." options={[{ value: 'free', label: 'Free' }]} />
    </div>
  ),
};
