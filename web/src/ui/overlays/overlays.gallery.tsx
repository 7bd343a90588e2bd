import { LogOut, Menu as MenuIcon, Pencil, Settings, Trash2, UserRound } from 'lucide-react';
import { Button } from '../button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { IconButton } from '../icon-button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from './menu.tsx';
import { Popover, PopoverClose } from './popover.tsx';
import { Drawer, PanelClose, Sheet } from './slide-panel.tsx';
import { toast } from './toast.ts';

export const title = 'Dialog, Sheet, Drawer, Menu, Popover, Toast';

const LONG = Array.from({ length: 14 }, (_, i) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
  <p key={i} className="mb-4">
    {i + 1}. Be kind. Say what you did, with which film and which paper, so that others can learn from it.
  </p>
));

export const states = {
  Dialog: () => (
    <div className="flex flex-wrap gap-3">
      <Dialog
        trigger={<Button>Ask</Button>}
        size="sm"
        role="alertdialog"
        title="Delete this post?"
        description="Its 14 comments are deleted too. This can't be undone."
        footer={
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <DialogClose render={<Button variant="danger">Delete post</Button>} />
          </>
        }
      />
      <Dialog
        trigger={<Button>Form</Button>}
        title="Create a space"
        description="You can change this later."
        footer={
          <>
            <DialogClose render={<Button variant="quiet">Cancel</Button>} />
            <Button variant="primary">Create space</Button>
          </>
        }
      >
        <div className="grid gap-5">
          <TextField label="Name" placeholder="Analog Photography" />
          <TextField label="Address" prefix="hearth.app/" />
        </div>
      </Dialog>
      <Dialog trigger={<Button>Long</Button>} size="lg" title="Rules">
        {LONG}
      </Dialog>
    </div>
  ),
  'Sheet and drawer': () => (
    <div className="flex flex-wrap gap-3">
      <Sheet
        trigger={<Button>Sheet</Button>}
        title="Member"
        footer={<PanelClose render={<Button block>Done</Button>} />}
      >
        <p>From the right on wide screens, from below on phones.</p>
      </Sheet>
      <Drawer
        trigger={
          <IconButton label="Open navigation" variant="secondary">
            <MenuIcon size={20} aria-hidden="true" />
          </IconButton>
        }
        title="Hearth"
      >
        <p>Navigation goes here.</p>
      </Drawer>
    </div>
  ),
  Menu: () => (
    <Menu trigger={<Button className="justify-self-start">Account</Button>} align="start">
      <MenuLink href="#overlays" icon={<UserRound size={18} aria-hidden="true" />} note="@ada">
        Ada Byron
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<Settings size={18} aria-hidden="true" />}>Settings</MenuItem>
      <MenuItem icon={<Pencil size={18} aria-hidden="true" />} disabled>
        Edit
      </MenuItem>
      <MenuRadioGroup
        label="Appearance"
        value="system"
        onChange={() => undefined}
        options={[
          { value: 'system', label: 'System' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <MenuSeparator />
      <MenuGroup label="Leave">
        <MenuItem icon={<LogOut size={18} aria-hidden="true" />}>Sign out</MenuItem>
        <MenuItem danger icon={<Trash2 size={18} aria-hidden="true" />}>
          Delete account
        </MenuItem>
      </MenuGroup>
    </Menu>
  ),
  Popover: () => (
    <div className="flex flex-wrap items-center gap-3">
      <Popover trigger={<Button>Popover</Button>} title="Share" align="start">
        <p className="mb-4 text-soft">Anyone with this link can join.</p>
        <TextField label="Link" labelHidden readOnly value="https://hearth.app/analog" />
        <PopoverClose
          render={
            <Button variant="primary" block className="mt-3">
              Done
            </Button>
          }
        />
      </Popover>
    </div>
  ),
  Toast: () => (
    <div className="flex flex-wrap gap-3">
      <Button
        onClick={() =>
          toast({ title: 'Settings Saved', description: 'Your space settings have been updated.' })
        }
      >
        Toast
      </Button>
      <Button
        onClick={() =>
          toast({
            variant: 'destructive',
            title: 'Could Not Join Space',
            description: 'Join failed.',
            action: { label: 'Try again', onPress: () => undefined },
          })
        }
      >
        Destructive
      </Button>
    </div>
  ),
};
