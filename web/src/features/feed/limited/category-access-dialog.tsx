import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Category, Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import {
  AccessDialog,
  type ItemAccess,
  ItemPreview,
  MemberAccessTable,
  supposedMember,
  targetsIn,
} from '#web/features/access/index.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { categoryAccessPages, categoryPreviewQuery } from './category-access.api.ts';

interface CategoryAccessDialogProps {
  space: Space;
  category: Category;
  /** Its rules as they are stored. */
  settings: AccessSettings | null;
  onClose: () => void;
}

/** How who can open a category is read and changed. */
function useCategoryAccess(space: Space, category_id: string): ItemAccess {
  const client = useQueryClient();
  const call = getApiClient(client);
  const fields = { space_id: space.id, category_id };
  return {
    item: { kind: 'category', id: category_id },
    space_id: space.id,
    closedText: t('Others see the category with a lock that says what is missing, and none of its posts.'),
    targets: targetsIn(space),
    save: async (settings) => {
      try {
        // Its event refetches what open pages show.
        await call('set_category_access', { ...fields, ...settings });
        return true;
      } catch (error) {
        const description = toMessage(error, t('Please try again.'));
        toast({ title: t("Couldn't save the rules"), description, variant: 'destructive' });
        return false;
      }
    },
    give: async (client_id, to) =>
      (await call('give_category_access', { ...fields, client_id, to })).given_count,
    take: async (from) => (await call('take_category_access', { ...fields, from })).taken_count,
    refetchMembers: () => void client.invalidateQueries({ queryKey: ['list_category_access'] }),
  };
}

/** Who can open a category of the feed. */
export function CategoryAccessDialog({ space, category, settings, onClose }: CategoryAccessDialogProps) {
  const viewer = useViewer();
  const access = useCategoryAccess(space, category.id);
  if (!viewer) return null;
  return (
    <AccessDialog
      title={category.name}
      access={access}
      settings={settings}
      viewerId={viewer.id}
      members={<Members access={access} />}
      preview={(hasUnsavedRules) => <Preview access={access} hasUnsavedRules={hasUnsavedRules} />}
      onClose={onClose}
    />
  );
}

function Members({ access }: { access: ItemAccess }) {
  const pages = useInfiniteQuery(categoryAccessPages(access.space_id, access.item.id));
  return <MemberAccessTable access={access} pages={pages} />;
}

function Preview({ access, hasUnsavedRules }: { access: ItemAccess; hasUnsavedRules: boolean }) {
  const [member, setMember] = useState(supposedMember.newest);
  const query = useQuery({
    ...categoryPreviewQuery(access.space_id, access.item.id, member),
    placeholderData: keepPreviousData,
  });
  return (
    <ItemPreview
      hasUnsavedRules={hasUnsavedRules}
      member={member}
      query={query}
      title={t("This category isn't open to them yet")}
      onChange={setMember}
    />
  );
}
