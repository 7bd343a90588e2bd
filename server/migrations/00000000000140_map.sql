-- Locations on the map of a space.

create table member_locations (
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  city_id integer not null,
  city text not null,
  region text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  latitude numeric(4, 1) not null check (latitude between -90 and 90),
  longitude numeric(4, 1) not null check (longitude between -180 and 180),
  shared_at timestamptz(3) not null,
  primary key (space_id, user_id)
);
comment on table member_locations is
  'Locations that members share with a space: a city of the bundled list, never the position of a device.';
comment on column member_locations.latitude is 'Rounded to a tenth of a degree, about 10 km, like longitude.';
create index member_locations_city_idx on member_locations (space_id, city_id, shared_at desc, user_id desc);
create index member_locations_page_idx on member_locations (space_id, shared_at desc, user_id desc);
create index member_locations_user_id_idx on member_locations (user_id);
