-- One meaning for each pair of a seat's coordinates. x and y have always been the place on the plan, which is what is
-- drawn. ax and ay held what an editor counts from the seat's section, where it does not follow from x and y and the
-- section's origin; no other writer has ever set them. The values are right, only the names were not.

alter table seat rename column ax to section_x;
alter table seat rename column ay to section_y;
comment on column seat.x is 'On the plan, as is y: where the seat is drawn.';
comment on column seat.section_x is 'Counted from the section, as is section_y; null: x minus the section''s x.';

-- Members of the layout as a whole. The point that the seats face: both coordinates or none.
alter table schema add column focal_x double precision;
alter table schema add column focal_y double precision;
alter table schema add check ((focal_x is null) = (focal_y is null));

-- As an editor sends them: a drawing that lies under the seats, and the part of the plan that is shown first.
alter table schema add column vector_background jsonb;
alter table schema add column client_view_box jsonb;
