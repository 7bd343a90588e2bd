-- The language and region that notifications and emails are written in, such as en-DE: that of the browser which last
-- opened or refreshed a session.
alter table users add column locale text not null default 'en-US'
  constraint users_locale_check check (locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$');
