//! Renders Markdown as HTML. HTML in it is shown as text.

use crate::routes::Routes;
use bytespec_codegen::emit::docs::slug;
use maud::PreEscaped;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The starting point of links.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here<'r, 'v> {
    pub(crate) routes: &'r Routes<'v>,
    /// The page that contains the text.
    pub(crate) path: &'r str,
    /// The place in the schema that the page describes; can be empty.
    pub(crate) place: &'r str,
}

impl Here<'_, '_> {
    /// The target of a link in a text; `None` for a link to a file of the sources, which is outside of the site.
    fn target(self, link: &str) -> Option<String> {
        match link {
            link if link.starts_with('/') => {
                Some(self.routes.link(self.path, link).unwrap_or_else(|| {
                    debug_assert!(false, "{}: {link} has no target", self.path);
                    String::new()
                }))
            }
            link if link.starts_with("https://") || link.starts_with('#') => Some(link.to_owned()),
            _ => None,
        }
    }

    /// Paragraphs, lists, tables and headings.
    pub(crate) fn text(self, text: &str) -> PreEscaped<String> {
        let mut events = Vec::new();
        let mut heading: Option<(usize, String)> = None;
        // A link without a target becomes its text.
        let mut dropped = false;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            let event = match event {
                Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                    heading = Some((events.len(), String::new()));
                    // The first level is the title of the page.
                    let level = if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level };
                    Event::Start(Tag::Heading { level, id: None, classes, attrs })
                }
                Event::End(TagEnd::Heading(level)) => {
                    if let Some((at, words)) = heading.take()
                        && let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at)
                    {
                        *id = Some(slug(&words).into());
                    }
                    Event::End(TagEnd::Heading(if level == HeadingLevel::H1 {
                        HeadingLevel::H2
                    } else {
                        level
                    }))
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    match self.target(&dest_url) {
                        Some(to) => {
                            Event::Start(Tag::Link { link_type, dest_url: to.into(), title, id })
                        }
                        None => {
                            dropped = true;
                            continue;
                        }
                    }
                }
                Event::End(TagEnd::Link) if dropped => {
                    dropped = false;
                    continue;
                }
                Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
                Event::Text(text) => {
                    add_to_heading(&mut heading, &text);
                    Event::Text(text)
                }
                Event::Code(text) => {
                    add_to_heading(&mut heading, &text);
                    Event::Code(text)
                }
                other => other,
            };
            events.push(event);
        }
        let mut out = String::with_capacity(text.len() * 2);
        html::push_html(&mut out, events.into_iter());
        PreEscaped(out)
    }

    /// A line: one paragraph without the paragraph element.
    pub(crate) fn line(self, text: &str) -> PreEscaped<String> {
        let PreEscaped(html) = self.text(text);
        let html = html.trim();
        let inside = html.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
        PreEscaped(match inside {
            Some(inside) if !inside.contains("<p>") => inside.to_owned(),
            _ => html.to_owned(),
        })
    }
}

fn add_to_heading(heading: &mut Option<(usize, String)>, text: &CowStr<'_>) {
    if let Some((_, words)) = heading {
        words.push_str(text);
    }
}

/// The plain text of a line of Markdown.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(text) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                out.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            _ => {}
        }
    }
    out
}

/// The anchor of a part: its name with `-` for blanks.
pub(crate) fn anchor(part: &str) -> String {
    part.split_whitespace().collect::<Vec<_>>().join("-")
}
