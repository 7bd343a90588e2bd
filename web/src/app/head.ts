import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import type { RouterContext } from './page-context.ts';

type Meta = {
  title?: string;
  name?: string;
  property?: string;
  content?: string;
  /** Structured data of the page. The router escapes `<`, `>` and `&`. */
  'script:ld+json'?: Record<string, unknown>;
};
interface Head {
  meta: Meta[];
  links?: { rel: string; href: string; [attribute: string]: string | undefined }[];
}

interface PageText {
  title: string;
  description?: string;
  /** The canonical path of the page; without one, search engines don't index it. */
  path?: string;
  image?: string | null;
  type?: 'website' | 'article';
  themeColor?: string;
}

/** Title, description, canonical address and link preview of a page. Private pages are marked noindex. */
export function pageHead({ page }: RouterContext, text: PageText): Head {
  const title = text.title === page.brandName ? text.title : `${text.title} · ${page.brandName}`;
  const meta: Meta[] = [{ title }];
  if (text.description) meta.push({ name: 'description', content: text.description });
  if (text.themeColor) meta.push({ name: 'theme-color', content: text.themeColor });
  if (text.path === undefined) return { meta: [...meta, { name: 'robots', content: 'noindex' }] };
  const url = page.origin + text.path;
  meta.push(
    { property: 'og:title', content: text.title },
    { property: 'og:type', content: text.type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: page.brandName },
    { name: 'twitter:card', content: text.image ? 'summary_large_image' : 'summary' },
  );
  if (text.description) meta.push({ property: 'og:description', content: text.description });
  if (text.image) meta.push({ property: 'og:image', content: new URL(text.image, page.origin).href });
  return { meta, links: [{ rel: 'canonical', href: url }] };
}

const introduce = (space: Space) =>
  space.short_description ??
  space.description ??
  t('{name} is a community on the web.', { name: space.name });

/** The head of a space's page; `rest` is the page's path below the space, `section` its title. */
export function spaceHead(
  context: RouterContext,
  spaceId: string | undefined,
  rest: string,
  section?: string,
): Head {
  const space = spaceId ? readSpace(context.queryClient, spaceId) : undefined;
  if (!space) return pageHead(context, { title: t('Space not found') });
  return pageHead(context, {
    title: section ? `${section} · ${space.name}` : space.name,
    description: introduce(space),
    path: space.is_private ? undefined : `/${space.subdomain}${rest}`,
    image: space.cover_image ?? space.icon_image,
    themeColor: space.primary_color,
  });
}

/** The head of a space's about page: also describes a public space to search engines as schema.org data. */
export function aboutHead(context: RouterContext, spaceId: string | undefined, section?: string): Head {
  const head = spaceHead(context, spaceId, '/about', section);
  const space = spaceId ? readSpace(context.queryClient, spaceId) : undefined;
  if (!space || space.is_private) return head;
  return {
    ...head,
    meta: [...head.meta, { 'script:ld+json': toStructuredData(space, context.page.origin) }],
  };
}

/** A space as a schema.org Organization. Includes only what its about page shows to everyone. */
function toStructuredData(space: Space, origin: string): Record<string, unknown> {
  const toUrl = (path: string | null) => (path ? new URL(path, origin).href : undefined);
  const price = space.pricing_type === 'paid' ? space.price_per_month : null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: space.name,
    url: `${origin}/${space.subdomain}/about`,
    description: introduce(space),
    logo: toUrl(space.icon_image),
    image: toUrl(space.cover_image),
    email: space.support_email ?? undefined,
    foundingDate: space.created_at.slice(0, 10),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/JoinAction',
      userInteractionCount: space.member_count,
    },
    makesOffer: price
      ? {
          '@type': 'Offer',
          name: t('Membership'),
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price,
            priceCurrency: 'USD',
            unitCode: 'MON',
          },
        }
      : undefined,
  };
}

/** The head of a post's page. */
export function postHead(
  context: RouterContext,
  ids: { space_id: string; post_id: string } | undefined,
): Head {
  const space = ids && readSpace(context.queryClient, ids.space_id);
  const post = ids && readEntity(context.queryClient, 'post', ids.post_id);
  if (!space || !post) return pageHead(context, { title: t('Post Not Found') });
  return pageHead(context, {
    title: `${post.title} · ${space.name}`,
    description: post.excerpt.slice(0, 200) || introduce(space),
    path: space.is_private ? undefined : `/${space.subdomain}/post/${post.slug}`,
    image: post.attachments[0]?.url ?? space.cover_image,
    type: 'article',
    themeColor: space.primary_color,
  });
}
