-- Certificates of people who completed a course.

create table course_certificates (
  course_id uuid primary key references courses (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null
);
comment on table course_certificates is 'The courses that give certificates.';
create index course_certificates_space_id_idx on course_certificates (space_id);

create table certificates (
  id uuid primary key,
  code text not null unique check (code ~ '^[a-hj-km-np-z2-9]{16}$'),
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid references courses (id) on delete set null,
  space_id uuid references spaces (id) on delete set null,
  name text not null,
  course_title text not null,
  space_name text not null,
  issued_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  unique (course_id, user_id)
);
comment on table certificates is 'Certificates. They remain valid when the member leaves, and when the course is deleted.';
comment on column certificates.code is 'Unguessable: everyone who has it can check the certificate.';
comment on column certificates.name is 'As the member was called when it was issued.';
create index certificates_user_id_idx on certificates (user_id);
create index certificates_space_id_idx on certificates (space_id) where space_id is not null;
create index certificates_course_idx on certificates (course_id, issued_at desc, id desc) where course_id is not null;
