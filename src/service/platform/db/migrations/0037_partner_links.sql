CREATE TABLE "partner_links" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_links_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "partner_links_one_a_user" UNIQUE("user_id","issuer")
);
--> statement-breakpoint
-- looser: nodes of the previous release send no codes for partners, and read only the codes that they sent
ALTER TABLE "otp_challenges" DROP CONSTRAINT "otp_challenges_purpose_known";--> statement-breakpoint
ALTER TABLE "partner_links" ADD CONSTRAINT "partner_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_purpose_known" CHECK ("otp_challenges"."purpose" in ('login', 'reset_pin', 'delete_profile', 'reauth', 'link_partner'));