interface Router {
  navigate: (to: { href: string }) => unknown;
}

/** Shows what someone pressed a push notification about, if this page is the one that shows it: the worker says so. */
export function followPushedLinks(router: Router): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<{ navigate?: unknown } | null>) => {
      const link = typeof data?.navigate === 'string' ? URL.parse(data.navigate) : null;
      if (link?.origin === window.location.origin)
        void router.navigate({ href: `${link.pathname}${link.search}` });
    },
  );
}
