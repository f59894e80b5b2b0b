//! Heights and gutters of the key space's rows, by where it stands.

/// Heights and gutters of the rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyRows {
    /// Left gutter.
    pub left: f64,
    /// Right gutter.
    pub right: f64,
    /// Above the zone band.
    pub top: f64,
    /// Zone band; 0 leaves it out.
    pub zone: f64,
    /// Owner strip.
    pub owner: f64,
    /// Writes strip; 0 leaves it out.
    pub writes: f64,
    /// Between the strips and the profile.
    pub gap: f64,
    /// Profile; 0 leaves it out.
    pub profile: f64,
    /// Row names in the left gutter.
    pub names: bool,
    /// Scale of the profile in the left gutter, and the note above it.
    pub scale: bool,
}

impl KeyRows {
    /// The dock under the other views: zone 16, owner 26, profile 34.
    #[must_use]
    pub fn dock() -> Self {
        Self {
            left: 68.0,
            right: 16.0,
            top: 4.0,
            zone: 16.0,
            owner: 26.0,
            writes: 0.0,
            gap: 6.0,
            profile: 34.0,
            names: true,
            scale: false,
        }
    }

    /// The dock on a phone.
    #[must_use]
    pub fn dock_phone() -> Self {
        Self { left: 16.0, profile: 22.0, names: false, ..Self::dock() }
    }

    /// The ruler of a lane: no zones unless there are any, height as given.
    #[must_use]
    pub fn lane(height: f64, has_zones: bool) -> Self {
        let zone = if has_zones && height > 70.0 { 12.0 } else { 0.0 };
        let used = 2.0 + zone + if zone > 0.0 { 4.0 } else { 0.0 } + 18.0 + 4.0 + 18.0;
        Self {
            left: 12.0,
            right: 12.0,
            top: 2.0,
            zone,
            owner: 18.0,
            writes: 0.0,
            gap: 4.0,
            profile: (height - used).clamp(0.0, 34.0),
            names: false,
            scale: false,
        }
    }

    /// The view: zone band 22, owner strip 44, writes strip 14, the rest is profile, 50 or more.
    #[must_use]
    pub fn view(height: f64, phone: bool) -> Self {
        let used = 14.0 + 22.0 + 4.0 + 44.0 + 4.0 + 14.0 + 24.0 + 26.0;
        Self {
            // Room for the scale's numbers.
            left: if phone { 30.0 } else { 68.0 },
            right: 16.0,
            top: 14.0,
            zone: 22.0,
            owner: 44.0,
            writes: 14.0,
            gap: 24.0,
            profile: (height - used).max(50.0),
            names: !phone,
            scale: true,
        }
    }
}
